// <video-generator>: cards whose video is being made, and what can hold it up.
import type { Meta, StoryObj } from '@storybook/web-components-vite';

import type { VideoTask } from '../../src/core/video/queue/video-queue.js';
import { videoMeta, videoStage, type VideoArgs } from './stage.js';
import { finished, history, taskOf, waiting } from './tasks.js';

const meta: Meta<VideoArgs> = { title: 'video-generator/Waiting', component: 'video-generator', ...videoMeta };
export default meta;

type Story = StoryObj<VideoArgs>;

const shows = (...tasks: readonly VideoTask[]): Story => ({ render: (args) => videoStage(args, { tasks }) });
const trouble = (code: string) => ({ code, message: '', retryable: true });

const unsent = (change: Partial<VideoTask> = {}) => waiting('w', 42, { status: 'waiting', taskId: undefined, ...change });

/** Written while offline. */
export const Unsent: Story = { ...shows(unsent({ pollError: trouble('network') }), ...history()), globals: { network: 'none' } };
export const UnsentSignedOut: Story = shows(unsent({ pollError: trouble('unauthorized') }), ...history());
export const UnsentForLong: Story = shows(
  waiting('w', 9000, { status: 'waiting', taskId: undefined, confirmation: 'needed' }),
  ...history(),
);
export const Submitting: Story = shows(waiting('w', 1, { status: 'submitting', taskId: undefined }));
export const Early: Story = shows(waiting('w', 9), ...history());
export const Late: Story = shows(waiting('w', 95), ...history());
export const NothingKnownYet: Story = shows(waiting('w', 23));
export const Several: Story = shows(
  waiting('w3', 4, { prompt: 'A kite over the dunes' }),
  waiting('w2', 23),
  waiting('w1', 37, { prompt: 'Rain on a tin roof' }),
  ...history(),
);
export const CannotAsk: Story = shows(waiting('w', 140, { pollError: trouble('network') }), ...history());
export const SignedOut: Story = shows(waiting('w', 140, { pollError: trouble('unauthorized') }), ...history());
export const NoRoom: Story = shows(waiting('w', 60, { pollError: trouble('storage_full') }), ...history());
export const MakerGone: Story = shows(waiting('w', 60, { pollError: trouble('unsupported') }));
export const Unconfirmed: Story = shows(taskOf('u', { status: 'unconfirmed', taskId: undefined }), finished('f'));
export const UnconfirmedSafe: Story = shows(taskOf('u', { status: 'unconfirmed', idempotent: true }), finished('f'));
const cancelled = (cancel: VideoTask['cancel'], change: Partial<VideoTask> = {}): Story =>
  shows(taskOf('c', { status: 'stopped', cancels: true, cancel, ...change }), finished('f'));
const refusal = { code: 'too_late', message: 'The video is being rendered already.', retryable: false };

/** A service that can cancel. */
export const Cancellable: Story = shows(waiting('w', 9, { cancels: true }), ...history());
export const Cancelling: Story = cancelled('asked');
export const CancellingLate: Story = cancelled('asked', { pollError: trouble('network') });
export const Cancelled: Story = cancelled('done');
export const CancelRefused: Story = cancelled('refused', { error: refusal });
export const Stopped: Story = shows(taskOf('s', { status: 'stopped' }), finished('f'));
