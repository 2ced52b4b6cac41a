// Bytes as hexadecimal digits.

/** Two small letters or digits for each byte. */
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** 128 random bits, where `crypto.randomUUID` is missing too (plain http). */
export const randomHex = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)));
