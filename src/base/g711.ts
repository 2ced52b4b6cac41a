// G.711 as ITU-T tables it, between 16-bit samples and bytes: a sign, three bits of exponent, four of mantissa.

export function ulawSample(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
  return bits & 128 ? -magnitude : magnitude;
}

export function alawSample(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1);
  return bits & 128 ? magnitude : -magnitude;
}

export function ulawByte(sample: number): number {
  const sign = sample < 0 ? 128 : 0;
  const biased = Math.min(32_635, Math.abs(sample)) + 132;
  const exponent = 24 - Math.clz32(biased);
  return ~(sign | (exponent << 4) | ((biased >> (exponent + 3)) & 15)) & 0xff;
}

export function alawByte(sample: number): number {
  const sign = sample < 0 ? 0 : 128;
  const magnitude = Math.min(32_767, sample < 0 ? ~sample : sample);
  const exponent = Math.max(0, 24 - Math.clz32(magnitude));
  return (sign | (exponent << 4) | ((magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 15)) ^ 0x55;
}
