// The launcher's own file asks in one step for all that opening it needs: files of another build, by the names they have there.

/** Notes what comes with `entry`: what it imports, at once and when it runs, and what those import. */
export function noteParts(entry, noted) {
  return {
    name: 'note-parts',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const of = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const parts = chunks.find(({ facadeModuleId }) => facadeModuleId === entry);
      const found = new Set([parts.fileName, ...parts.dynamicImports]);
      for (const name of found) for (const next of of.get(name).imports) found.add(next);
      noted.splice(0, Infinity, ...found);
    },
  };
}

/** `noted`: the first of them is what is wanted, the others only come with it. */
export const askForParts = (noted) => ({
  name: 'ask-for-parts',
  renderDynamicImport() {
    const others = noted.slice(1).map((name) => `import("./${name}")`);
    return { left: 'Promise.all([import(', right: `), ${others.join(', ')}]).then(([module]) => module)` };
  },
});
