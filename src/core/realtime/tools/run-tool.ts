// One function call: allowed, executed within a time limit, its result as text a model can read.
import { VoxreelError } from '../../errors.js';
import type { ToolContext, VoiceTool } from './define-tool.js';

const defaultTimeoutMs = 30_000;
/** Nobody there to allow a call is a no. */
const defaultApprovalTimeoutMs = 120_000;
/** Characters of an output: a longer one would be refused by every wire. */
const longestOutput = 200_000;

/** The output for the model; `args` fit the tool already. Throws when the tool throws, time runs out or `signal` of the context fires. */
export async function runTool(tool: VoiceTool, args: unknown, { signal, ...context }: ToolContext): Promise<string> {
  const { timeoutMs = defaultTimeoutMs } = tool;
  const tooLate = () => new VoxreelError('timeout', `${tool.name} took longer than ${timeoutMs} ms.`);
  const value = await within(timeoutMs, tooLate, signal, (stop) => {
    // The argument type of a tool is its author's: checked before, as far as there is a schema.
    const execute: (args: never, context: ToolContext) => unknown = tool.execute.bind(tool);
    return execute(args as never, { ...context, signal: stop });
  });
  const output = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  if (output.length <= longestOutput) return output;
  throw new VoxreelError(
    'tool_failed',
    `The output of ${tool.name} has ${output.length} characters; at most ${longestOutput} can be sent.`,
  );
}

/** True only for a plain yes in time. Whatever goes wrong on the way is a no. `ask` is asked where the tool does not decide by itself. */
export async function isAllowed(
  tool: VoiceTool,
  args: unknown,
  { signal, ...context }: ToolContext,
  ask: (stop: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
  const { approve, approvalTimeoutMs = defaultApprovalTimeoutMs } = tool;
  if (approve === undefined || approve === false) return true;
  try {
    const nobody = () => new VoxreelError('timeout', 'Nobody allowed the call.');
    const answer = await within(approvalTimeoutMs, nobody, signal, (stop) =>
      typeof approve === 'function' ? approve.call(tool, args as never, { ...context, signal: stop }) : ask(stop),
    );
    return answer === true;
  } catch {
    return false;
  }
}

/** What `work` comes to, unless time runs out or `signal` fires first: then its own signal fires, and it is not waited for. */
async function within(
  timeoutMs: number,
  tooLate: () => VoxreelError,
  signal: AbortSignal,
  work: (stop: AbortSignal) => unknown,
): Promise<unknown> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal.reason);
  const timer = setTimeout(() => stop.abort(tooLate()), timeoutMs);
  signal.addEventListener('abort', onAbort);
  try {
    const stopped = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)));
    return await Promise.race([work(stop.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
