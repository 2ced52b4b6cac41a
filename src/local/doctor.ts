// `voxreel doctor <url>`: looks at a gateway from outside, as a page would, and says what to fix. Nothing it asks for costs anything.
import { checks, type Examined, type Finding } from './doctor-checks.js';
import type { Flags } from './flags.js';

export interface ExamineOptions {
  /** The origin of a page that uses the gateway: with it CORS is checked. */
  readonly origin?: string | undefined;
  /** Of each request, such as a login. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The model to ask a token for. Default: the first realtime model that the gateway lists. */
  readonly model?: string | undefined;
}

/** Asks one thing after the other. Never rejects; throws an Error where `url` is no http or https address. */
export async function examine(url: string, { origin, headers = {}, model }: ExamineOptions = {}): Promise<readonly Finding[]> {
  const examined: Examined = { base: baseOf(url), origin, headers, model, models: [] };
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(checks)) {
    const found = await look(examined).catch((cause: unknown): Omit<Finding, 'check'> => ({
      verdict: 'broken',
      text: explain(cause),
      fix: 'Start the gateway, and check address, port and certificate.',
    }));
    findings.push({ check, ...found });
    // The rest would say the same.
    if (check === 'health' && found.verdict === 'broken') break;
  }
  return findings;
}

function baseOf(url: string): string {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new Error(`${url} is not an address. Use: voxreel doctor https://example.com`);
  return base.href.replace(/\/+$/, '');
}

function explain(cause: unknown): string {
  const reason = cause instanceof Error ? cause.cause : undefined;
  const said =
    reason instanceof Error
      ? reason.message || String((reason as { code?: unknown }).code)
      : cause instanceof Error
        ? cause.message
        : String(cause);
  return `No answer: ${said}`;
}

const headersIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`--header "${line}": write it as "Name: value".`);
      return [name, value];
    }),
  );

/** Prints what was found; sets the exit code to 1 where something is broken. */
export async function doctor([url, ...rest]: readonly string[], flags: Flags): Promise<void> {
  if (url === undefined || rest.length > 0)
    throw new Error('Unknown command. Use: voxreel doctor <url> [--origin https://...] [--header "Name: value"]');
  const [origin, ...others] = flags.origin ?? [];
  if (others.length > 0) throw new Error('Give one --origin: run the command once for each.');
  const findings = await examine(url, { origin, headers: headersIn(flags.header ?? []), model: flags.model });
  process.stdout.write(findings.map(lineOf).join(''));
  const broken = findings.filter(({ verdict }) => verdict === 'broken').length;
  process.stdout.write(broken === 0 ? 'Nothing is broken.\n' : `Broken: ${broken}.\n`);
  if (broken > 0) process.exitCode = 1;
}

const lineOf = ({ check, verdict, text, fix }: Finding): string =>
  `${verdict.padEnd(8)}${check}: ${text}\n${fix === undefined ? '' : `${' '.repeat(8)}-> ${fix}\n`}`;
