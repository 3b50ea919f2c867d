import { errors } from 'jose';
import { expect, test } from 'vitest';
import { describeTokenError } from '../../../../src/gateway/guard/access/createAuthenticator.ts';

const claim = (name: string) => new errors.JWTClaimValidationFailed('', {}, name);

test.each<[unknown, string]>([
  [new TypeError('key'), 'The key of the token is not valid.'],
  ['thrown', 'The key of the token is not valid.'],
  [new errors.JWTExpired('', {}), 'The token has expired.'],
  [claim('exp'), 'The token must have an expiry, the claim exp in seconds.'],
  [claim('nbf'), 'The token is not valid yet.'],
  [claim('iss'), 'The issuer of the token is not accepted.'],
  [claim('aud'), 'The audience of the token is not accepted.'],
  [claim('iat'), 'A claim of the token is not valid.'],
  [new errors.JOSEAlgNotAllowed(), 'The signature algorithm of the token is not accepted.'],
  [
    new errors.JWSSignatureVerificationFailed(),
    'The signature of the token cannot be verified with the configured key.',
  ],
  [new errors.JWKSNoMatchingKey(), "The kid of the token is not in the issuer's key set."],
  [new errors.JWKSMultipleMatchingKeys(), 'The token must name its key in the header parameter kid.'],
  [new errors.JWSInvalid(), 'The token is not a signed JWT.'],
])('%o: %s', (error, message) => {
  expect(describeTokenError(error)).toBe(message);
});

test('a wrong signature mentions the key of the data folder where that signs', () => {
  expect(describeTokenError(new errors.JWSSignatureVerificationFailed(), true)).toBe(
    'The signature of the token is not valid; it may have been signed with the key of another DATA_DIR. ' +
      'Create a token with: portico token',
  );
});
