// Samples of audio to the text of the wire, and back.
import { inBoth } from '../engines.mjs';
import { figures } from '../figures.mjs';

const figure = figures({ over: 'ms of audio in a piece', unit: 'pieces/ms', base: 'a loop over atob or btoa', better: 'higher' });

const inEngine = ({ id, where: engine, found: { decoded, encoded, by } }) => {
  const where = `${engine}, ${by}`;
  return [
    figure(`base64.decode.${id}`, 'Base64 to samples', decoded, { where, promised: { ratio: 3, at: 100 } }),
    figure(`base64.encode.${id}`, 'Samples to base64', encoded, { where, promised: { ratio: 8, at: 100 } }),
  ];
};

export const base64 = {
  name: 'base64',
  title: 'Audio as text',
  measure: async () => (await inBoth('base64', { pieceMs: [20, 100, 500] })).flatMap(inEngine),
  check: async () => (await inBoth('base64', { pieceMs: [100] })).flatMap(inEngine),
};
