import { errors } from 'jose';

const CLAIMS: Readonly<Record<string, string>> = {
  exp: 'The token has no expiry: it needs the claim exp, in seconds.',
  nbf: 'The token is not valid yet.',
  iss: 'The token is of another issuer.',
  aud: 'The token is for another audience.',
};

const OF_ANOTHER_FOLDER =
  'The signature of the token does not fit the key; it may have been signed with the key of another DATA_DIR. ' +
  'Create one with: portico token.';

/**
 * What is wrong with a token that jose refused, without quotes and backslashes: it stands in a quoted string of a challenge.
 * `signsLocally`: tokens are signed with the key of the data folder.
 */
export function describeTokenError(error: unknown, signsLocally = false): string {
  // A key of the issuer's that is too short or malformed is refused with a TypeError or what WebCrypto throws.
  if (!(error instanceof errors.JOSEError)) return 'The key of the token cannot verify anything.';
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIMS[error.claim] ?? 'A claim of the token is not valid.';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token is signed with an algorithm that is not accepted.';
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return signsLocally ? OF_ANOTHER_FOLDER : 'The signature of the token does not fit the key.';
  if (error instanceof errors.JWKSNoMatchingKey) return 'The token is signed with a key that is not known.';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'The token has to name its key in the header kid.';
  return 'The token is not a signed JWT.';
}
