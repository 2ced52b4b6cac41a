// The classic script, which has one file and one global.
/** Registers both elements, as `define` does, and has the library's names, as `index` does. */
export const classicEntry = (define, index) => ({
  name: 'classic-entry',
  resolveId: (source) => (source === 'classic-entry' ? source : null),
  load: (id) => (id === 'classic-entry' ? `import '${define}';\nexport * from '${index}';` : null),
});
