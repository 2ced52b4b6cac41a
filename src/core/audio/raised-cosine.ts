// The ramp between two sounds that are alike.

/** From 0 to 1, and from 1 to 0 in the same measure; neither is in it. */
export const raisedCosine = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 1)) / (length + 1)));
