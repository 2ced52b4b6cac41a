// A page for each error code: those of the library from `errors.md`, those that only the gateway answers with from the table in its guide.
import { readFileSync } from 'node:fs';

/** The codes that the type `ErrorCode` lists. */
export function errorCodes() {
  const types = readFileSync('dist/base/errors.d.ts', 'utf8');
  const [, union = ''] = /type ErrorCode =([^;]*)/.exec(types.replaceAll(/\/\*\*.*?\*\//gs, '')) ?? [];
  return [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code);
}

/** @returns {Map<string, string>} The text of each section of `errors.md`. */
function ownErrors() {
  const text = readFileSync('stories/site/errors.md', 'utf8');
  return new Map([...text.matchAll(/^## (\w+)\n\n([^]*?)(?=\n## |$(?![^]))/gm)].map(([, code, body]) => [code, body.trim()]));
}

/** The rows of "When something is refused": codes, HTTP statuses, what to look at. */
function gatewayErrors() {
  const [, table = ''] =
    /## When something is refused([^]*?)\nErrors of the service/.exec(readFileSync('stories/guides/gateway.mdx', 'utf8')) ?? [];
  return [...table.matchAll(/^\| (`[^|]*`) \| ([\d, ]*) \| (.*) \|$/gm)].flatMap(([, codes, status, advice]) =>
    codes.split(', ').map((code) => ({ code: code.replaceAll('`', ''), status: status.trim(), advice })),
  );
}

/** @returns {{ code: string, markdown: string }[]} In the order of the alphabet. */
export function readErrors() {
  const own = ownErrors();
  const ofGateway = gatewayErrors();
  const missing = errorCodes().filter((code) => !own.has(code));
  if (missing.length > 0) throw new Error(`errors.md has no section for ${missing.join(', ')}.`);
  const pages = [...own].map(([code, body]) => ({
    code,
    markdown: `# ${code}\n\n${body}\n\n${caught(code)}${alsoRefused(ofGateway, code)}`,
  }));
  for (const { code, status, advice } of ofGateway)
    if (!own.has(code))
      pages.push({
        code,
        markdown: `# ${code}\n\nThe gateway refused the request (status ${status}). What to look at: ${advice}\n\n${more}`,
      });
  return pages.toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

const more =
  'The body of the answer is `{ code, message, param, type }`. All codes of the gateway: [when something is refused](guide:gateway#when-something-is-refused).';

const caught = (code) => `\`\`\`js
import { isVoxreelError } from 'voxreel';

try {
  // ...
} catch (error) {
  if (isVoxreelError(error) && error.code === '${code}') console.warn(error.message, error.param, error.docs);
}
\`\`\``;

function alsoRefused(ofGateway, code) {
  const row = ofGateway.find((one) => one.code === code);
  return row === undefined ? '' : `\n\nYour gateway answers with it too, with status ${row.status}. What to look at: ${row.advice}`;
}
