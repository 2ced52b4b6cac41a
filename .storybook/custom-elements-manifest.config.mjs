// How the custom elements manifest is made: of what a page may use of the two elements, and nothing else. `npm run build` writes it into dist.

/** What every Lit element has, or what only its own code calls. */
const internal = new Set(['styles', 'properties', 'observedAttributes', 'attributeChangedCallback', 'render', 'willUpdate', 'updated']);

const isPublic = ({ name, privacy = 'public', static: isStatic }) =>
  privacy === 'public' && !isStatic && !name.startsWith('#') && !internal.has(name);

/** Sources are looked at, built files are what is published. */
const built = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

/** An overloaded method stands once: as it is described. */
const once = (member, at, all) => {
  const same = all.filter(({ name }) => name === member.name);
  return member === (same.find(({ description }) => description) ?? same[0]);
};

const publicSide = {
  name: 'public-side',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      module.path = built(module.path);
      for (const { declaration } of module.exports ?? []) if (declaration?.module) declaration.module = built(declaration.module);
      for (const declaration of module.declarations ?? []) {
        declaration.members = declaration.members?.filter(isPublic).filter(once);
        // The documents' own `Event` and the page's are the same name.
        if (declaration.superclass?.name === 'Event') declaration.superclass = { name: 'Event', package: 'global:' };
      }
    }
  },
};

export default {
  globs: ['src/elements/*/{video-generator,realtime-voice,events,define}.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [publicSide],
};
