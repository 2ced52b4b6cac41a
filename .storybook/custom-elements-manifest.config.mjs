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

/** `baseUrl: property<string>({ attribute: 'base-url' })`, with the comment above it. */
function listedProperty(ts, member) {
  const [options] = member.initializer.arguments;
  const given = Object.fromEntries((options?.properties ?? []).map(({ name, initializer }) => [name.getText(), initializer]));
  const name = member.name.getText();
  const field = {
    kind: 'field',
    name,
    type: { text: member.initializer.typeArguments[0].getText() },
    description: ts
      .getJSDocCommentsAndTags(member)
      .map(({ comment }) => comment)
      .join('\n'),
  };
  if (given.attribute?.kind === ts.SyntaxKind.FalseKeyword) return { field };
  field.attribute = given.attribute?.text ?? name.toLowerCase();
  if (given.reflect !== undefined) field.reflects = true;
  return { field, attribute: { name: field.attribute, type: field.type, description: field.description, fieldName: name } };
}

/** The properties of an element, which stand in a list of their own: `static properties = voiceProperties`. */
const lists = new Map();
const listNames = new Map();
const listedProperties = {
  name: 'listed-properties',
  analyzePhase({ ts, node }) {
    if (ts.isVariableDeclaration(node) && node.name.getText().endsWith('Properties') && ts.isObjectLiteralExpression(node.initializer))
      lists.set(
        node.name.getText(),
        node.initializer.properties.map((member) => listedProperty(ts, member)),
      );
    if (ts.isPropertyDeclaration(node) && node.name.getText() === 'properties')
      listNames.set(node.parent.name.text, node.initializer.getText());
  },
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations } of customElementsManifest.modules)
      for (const declaration of declarations) {
        const listed = lists.get(listNames.get(declaration.name)) ?? [];
        // What the class says of one as well: its value at first, or its accessor.
        const own = (name) => declaration.members.find((member) => member.name === name);
        for (const { field, attribute } of listed) {
          const { default: value } = own(field.name) ?? {};
          if (value === undefined) continue;
          field.default = value;
          if (attribute !== undefined) attribute.default = value;
        }
        if (listed.length === 0) continue;
        const names = new Set(listed.map(({ field }) => field.name));
        declaration.members = [...listed.map(({ field }) => field), ...declaration.members.filter(({ name }) => !names.has(name))];
        declaration.attributes = [...(declaration.attributes ?? []), ...listed.flatMap(({ attribute }) => attribute ?? [])];
      }
    customElementsManifest.modules = customElementsManifest.modules.filter(({ path }) => !/-properties\.[jt]s$/.test(path));
  },
};

const publicSide = {
  name: 'public-side',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      module.path = built(module.path);
      for (const { declaration } of module.exports ?? []) if (declaration?.module) declaration.module = built(declaration.module);
      for (const declaration of module.declarations ?? []) {
        declaration.members = declaration.members?.filter(isPublic).filter(once);
        for (const { inheritedFrom } of declaration.members ?? [])
          if (inheritedFrom?.module) inheritedFrom.module = built(inheritedFrom.module);
        if (declaration.superclass?.module) declaration.superclass.module = built(declaration.superclass.module);
        // The documents' own `Event` and the page's are the same name.
        if (declaration.superclass?.name === 'Event') declaration.superclass = { name: 'Event', package: 'global:' };
      }
    }
  },
};

export default {
  globs: ['src/elements/*/{video-generator,realtime-voice,events,report-events,define,element-event,video-properties,voice-properties}.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  quiet: true,
  plugins: [listedProperties, publicSide],
};
