// Whether a visitor on another tab can be told that a video is ready.
import { limited, missing, works, type Probe } from './probe.js';

export const notifications: Probe = {
  id: 'notifications',
  title: 'Notifications',
  otherwise: 'A finished video is shown on the page only.',
  timeoutMs: 5000,
  async run() {
    if (typeof Notification === 'undefined') return missing(this.otherwise);
    const { permission } = Notification;
    return permission === 'denied'
      ? limited('Notifications are blocked for this site. A finished video is shown on the page only.', permission)
      : works('Visitors can be notified of a finished video, once they allow it.', permission);
  },
};
