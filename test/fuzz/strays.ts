// What nobody caught: exceptions and rejections that went past every caller. For Node.

const caught: unknown[] = [];
let listening = false;

function listen(): void {
  if (listening) return;
  listening = true;
  process.on('uncaughtException', (error) => caught.push(error));
  process.on('unhandledRejection', (error) => caught.push(error));
}

const inWords = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** What nobody caught while `work` was done, in words. */
export async function straysDuring(work: () => Promise<void>): Promise<readonly string[]> {
  listen();
  caught.length = 0;
  await work();
  // A rejection is reported after the promises that were there.
  await new Promise((resolve) => setImmediate(resolve));
  return caught.splice(0).map(inWords);
}
