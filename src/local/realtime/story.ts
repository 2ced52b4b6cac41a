// A story long enough to interrupt.

export const story = [
  'There was once a lighthouse keeper who collected sounds.',
  'She kept the first gull of spring in a blue bottle, and the last fog horn of autumn in a green one.',
  'When ships passed, she opened a bottle, and the sailors heard a morning they had forgotten.',
  'One night a storm put out the lamp, and no flame would catch.',
  'The keeper climbed to the gallery with all her bottles in a basket.',
  'She opened them one after another: a kettle, a church bell, a dog that was glad to see somebody.',
  'Out on the water a captain heard the dog, and turned his wheel to the left, away from the rocks.',
  'At dawn the whole crew came up the path to thank her.',
  'She asked for nothing but the sound of their boots on the gravel.',
  'She put it in the last empty bottle, and it is the one she opens on quiet evenings.',
].join(' ');
