// Asks a service for its list of models at a click that comes before the code that reads the answer.

/** As `takeModels` takes it once it is there. */
export type AskedModels = readonly [asked: { readonly baseUrl: string; readonly user?: string | undefined }, answer: Promise<Response>];

export function askForModels({
  baseUrl = '',
  user,
}: {
  readonly baseUrl?: string | undefined;
  readonly user?: string | undefined;
}): AskedModels {
  // As `joinUrl`, which comes with that code.
  const answer = fetch(`${baseUrl.replace(/\/+$/, '')}/v1/models`);
  // What takes it takes its failure too.
  answer.catch(() => undefined);
  return [{ baseUrl, user }, answer];
}
