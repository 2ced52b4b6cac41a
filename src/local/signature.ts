// Signatures of what a browser keeps for us, so that it cannot make one up.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Signer {
  /** `parts` in this order; the first says what the signature is for. */
  sign(...parts: readonly string[]): string;
  verify(signature: string, ...parts: readonly string[]): boolean;
}

export function createSigner(secret: string): Signer {
  const digest = (parts: readonly string[]): Buffer => createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
  return {
    sign: (...parts) => digest(parts).toString('base64url'),
    verify(signature, ...parts) {
      const given = Buffer.from(signature, 'base64url');
      const right = digest(parts);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
