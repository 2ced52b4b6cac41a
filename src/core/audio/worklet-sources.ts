// The code of each worklet as text, for bundlers that do not copy its file. The build fills it in; the sources have the files beside them.
export type WorkletName = 'capture' | 'playback';

export const workletSources: Readonly<Partial<Record<WorkletName, string>>> = {};
