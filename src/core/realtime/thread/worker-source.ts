// The code of the worker for sound as text, for bundlers that do not copy its file. The build fills it in; the sources have the file beside them.
export const workerSource: string | undefined = undefined;
