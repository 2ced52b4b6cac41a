// mediabunny is imported at run time, and a page loads only the names that its importer takes.
const nodesIn = (node) => (typeof node === 'object' && node !== null ? [node, ...Object.values(node).flatMap(nodesIn)] : []);

/**
 * Of a library that is imported at run time Rollup keeps everything, and each file that imports it would load what another needs: each gets
 * an entry of its own, with the names that it takes out of it.
 */
export const mediabunny = {
  name: 'mediabunny',
  resolveDynamicImport: (source, importer) => (source === 'mediabunny' ? `\0mediabunny-for-${importer}` : null),
  load: {
    filter: { id: /^\0mediabunny-for-/ },
    handler(id) {
      const { ast } = this.getModuleInfo(id.slice('\0mediabunny-for-'.length));
      const taken = nodesIn(ast).filter(
        (node) => node.type === 'VariableDeclarator' && node.init?.argument?.source?.value === 'mediabunny',
      );
      const names = taken.flatMap((node) => node.id.properties.map(({ key }) => key.name));
      return `export { ${names.join(', ')} } from 'mediabunny';`;
    },
  },
};

/** Of a chunk: what writes files has no importer of its own, as several need it. */
export const mediabunnyName = ({ facadeModuleId, moduleIds }) => {
  if (moduleIds.some((id) => /\/mediabunny\/.*\/output\.js$/.test(id))) return 'mediabunny-writing-[hash].js';
  return `${facadeModuleId?.startsWith('\0mediabunny-for-') ? 'mediabunny-for-' : ''}[name]-[hash].js`;
};
