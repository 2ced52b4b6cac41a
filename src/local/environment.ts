// What the environment says: addresses, and secrets that may lie in files.
import { readFileSync } from 'node:fs';

export function addressIn(name: string): string | undefined {
  const address = setIn(name);
  if (address !== undefined && !/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : ''))
    throw new Error(`${name} must be an address such as https://api.example.org, not "${address}".`);
  return address;
}

/** A secret in its variable, or in the file that `<name>_FILE` names, as secrets of Docker and Kubernetes lie. No message has what is in it. */
export function secretIn(name: string): string | undefined {
  const [value, file] = [setIn(name), setIn(`${name}_FILE`)];
  if (file === undefined) return value;
  if (value !== undefined) throw new Error(`${name} and ${name}_FILE are both set: keep one of them.`);
  const content = contentOf(file, name).replace(/\r?\n$/, '');
  if (content.trim() === '') throw new Error(`${name}_FILE: the file ${file} is empty.`);
  if (/[\r\n]/.test(content)) throw new Error(`${name}_FILE: the file ${file} has more than one line.`);
  return content;
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new Error(`${name}_FILE: the file ${file} cannot be read${code}.`, { cause: error });
  }
}

/** A variable of the environment; one that is set to nothing is not set. */
export function setIn(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
