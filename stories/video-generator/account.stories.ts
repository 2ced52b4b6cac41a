// <video-generator> of somebody who is signed in: what their account has room for, what is shared from it, and what was deleted.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import { until as loaded } from 'lit/directives/until.js';

import { storyAccount } from '../account.js';
import { given, once } from '../given.js';
import { films, type Film } from '../media/films.js';
import { play, videoMeta, type VideoArgs } from './stage.js';
import { ago, finished, outputOf } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/Account', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const made: readonly (readonly [id: string, film: Film, hoursAgo: number])[] = [
  ['greenhouse', films.greenhouse, 1],
  ['desert', films.desert, 5],
  ['lake', films.lake, 30],
  ['lighthouse', films.lighthouse, 50],
];

const signedIn = () =>
  storyAccount(({ user }) => ({
    records: Object.fromEntries(
      made.map(([id, film, hours]) => {
        const outputs = [{ ...outputOf(film), libraryFile: `${id}-0` }];
        return [`video/${id}`, { kind: 'video', user, ...finished(id, { film, outputs, createdAt: ago(hours * 3600) }) }];
      }),
    ),
    shared: ['video/greenhouse', 'video/desert'],
    deleted: ['video/lake', 'video/lighthouse'],
  }));

const account = (args: VideoArgs) =>
  html`${once(() =>
    loaded(
      signedIn().then(
        ({ baseUrl, user }) => html`<video-generator persist="account" base-url=${baseUrl} user=${user} ${given(args)}></video-generator>`,
      ),
    ),
  )}`;

export const Signed: Story = {
  render: account,
  play: play(async ({ find }) => {
    await find('[data-id="greenhouse"] [data-act="share"]');
  }),
};

export const SharedAndDeleted: Story = {
  render: account,
  play: play(async ({ pressAt, find }) => {
    await find('[data-id="desert"]');
    await pressAt('.foot button');
    await pressAt('.links > summary');
    await find('.links li');
    await pressAt('.deleted > summary');
    await find('.deleted li');
  }),
};

export const DeletedForGood: Story = {
  render: account,
  play: play(async ({ pressAt, find }) => {
    await find('[data-id="desert"]');
    await pressAt('.foot button');
    await pressAt('.deleted > summary');
    await find('.deleted li');
    await pressAt('.deleted li .button:last-child');
    await find('.question');
  }),
};
