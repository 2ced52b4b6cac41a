// What a story file holds, as Storybook would put it together. Runs without Storybook.
import type { PageParameters, PageSettings } from '../../../stories/page.js';

export interface ReadStory {
  readonly title: string;
  readonly name: string;
  readonly args: object;
  readonly globals: PageSettings;
  readonly parameters: PageParameters;
  render(args: object): unknown;
  readonly play: ((context: { readonly canvasElement: HTMLElement; readonly args: object }) => Promise<void>) | undefined;
}

type Annotations = Partial<Omit<ReadStory, 'title'>> & { readonly title?: string };

/** `path`: as the test server has it. */
export async function readStories(path: string): Promise<ReadStory[]> {
  const { default: meta, ...stories } = (await import(path)) as { readonly default: Annotations } & Readonly<Record<string, Annotations>>;
  return Object.entries(stories).map(([key, story]) => {
    const render = story.render ?? meta.render;
    if (render === undefined || meta.title === undefined) throw new Error(`${path}: ${key} cannot be rendered.`);
    return {
      title: meta.title,
      name: story.name ?? key,
      args: { ...meta.args, ...story.args },
      globals: { ...meta.globals, ...story.globals },
      parameters: { ...meta.parameters, ...story.parameters },
      render,
      play: story.play ?? meta.play,
    };
  });
}
