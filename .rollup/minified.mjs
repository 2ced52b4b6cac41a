// What is small is minified thoroughly, what is large quickly.
import terser from '@rollup/plugin-terser';
import { minify } from 'rollup-plugin-esbuild';

/** What a page loads first counts by the byte. */
const thoroughly = terser({ module: true, ecma: 2022, compress: { passes: 2 }, format: { comments: /^! voxreel/ } });
/** What is large bundles a library: there thoroughness takes most of the time for a hundredth of the size. */
const quickly = minify({ target: 'es2022', legalComments: 'none' });
export const minified = {
  name: 'minified',
  renderChunk(code, ...rest) {
    return (code.length < 150_000 ? thoroughly : quickly).renderChunk.call(this, code, ...rest);
  },
};
