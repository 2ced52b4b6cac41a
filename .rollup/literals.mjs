// The markup and styles of templates, minified.
import { minifyHTMLLiterals } from 'minify-literals';

/** Before TypeScript is stripped: the literals are found by their tags. */
export const literals = {
  name: 'minify-literals',
  transform: {
    filter: { id: '**/src/elements/**/*.ts' },
    handler: async (code, id) => (await minifyHTMLLiterals(code, { fileName: id })) ?? null,
  },
};
