// <video-generator>: what a visitor chooses about notifications.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import { play, videoMeta, videoStage, type VideoArgs } from './stage.js';
import { finished, waiting } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/Notifications', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const unfolded = (answer: NotificationPermission): Story => ({
  render: (args) => videoStage(args, { tasks: [waiting('w', 9), finished('f')] }),
  play: play(async ({ pressAt, find }) => {
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => answer });
    await pressAt('.foot [data-act="notify"]');
    await find('#notifications');
  }),
});

export const Settings: Story = unfolded('default');
export const Blocked: Story = unfolded('denied');
export const Some: Story = { ...unfolded('default'), args: { notifications: 'title sound' } };
