// What a page loads counts by the byte, and an npm package by all of them.
import terser from '@rollup/plugin-terser';

const minify = (module) => terser({ module, ecma: 2022, compress: { passes: 2 }, format: { comments: /^! voxreel/ } });

export const minified = minify(true);
/** Of a classic script. */
export const minifiedClassic = minify(false);
