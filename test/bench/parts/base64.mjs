// Samples of audio to the text of the wire, and back.
import { inBoth } from '../engines.mjs';

const figures = ({ id, where, found: { decoded, encoded, by } }) => [
  { ...figure(`base64.decode.${id}`, `${where}, ${by}`), what: 'Base64 to samples', promised: { ratio: 3, at: 100 }, points: decoded },
  { ...figure(`base64.encode.${id}`, `${where}, ${by}`), what: 'Samples to base64', promised: { ratio: 8, at: 100 }, points: encoded },
];

const figure = (id, where) => ({
  id,
  where,
  over: 'ms of audio in a piece',
  unit: 'pieces/ms',
  base: 'a loop over atob or btoa',
  better: 'higher',
});

export const base64 = {
  name: 'base64',
  title: 'Audio as text',
  measure: async () => (await inBoth('base64', { pieceMs: [20, 100, 500] })).flatMap(figures),
  check: async () => (await inBoth('base64', { pieceMs: [100] })).flatMap(figures),
};
