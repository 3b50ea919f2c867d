import { errors } from 'jose';

const CLAIMS: Readonly<Record<string, string>> = {
  exp: 'The token must have an expiry, the claim exp in seconds.',
  nbf: 'The token is not valid yet.',
  iss: 'The issuer of the token is not accepted.',
  aud: 'The audience of the token is not accepted.',
};

const OTHER_DATA_DIR =
  'The signature of the token is not valid; it may have been signed with the key of another DATA_DIR. ' +
  'Create a token with: portico token';

/**
 * The message of an error of jose, without double quotes: it is also the description of a challenge. `signsLocally`: tokens are signed
 * with the key of the data folder.
 */
export function describeTokenError(error: unknown, signsLocally = false): string {
  // A key of the issuer that is too short or malformed causes a TypeError or an error of WebCrypto.
  if (!(error instanceof errors.JOSEError)) return 'The key of the token is not valid.';
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIMS[error.claim] ?? 'A claim of the token is not valid.';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The signature algorithm of the token is not accepted.';
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return signsLocally ? OTHER_DATA_DIR : 'The signature of the token cannot be verified with the configured key.';
  if (error instanceof errors.JWKSNoMatchingKey) return "The kid of the token is not in the issuer's key set.";
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return 'The token must name its key in the header parameter kid.';
  return 'The token is not a signed JWT.';
}
