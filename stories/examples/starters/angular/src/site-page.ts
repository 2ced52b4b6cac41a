import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import type { VideoReadyEvent } from 'voxreel/video-generator';

@Component({
  selector: 'site-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>Videos and voice</h1>
      <video-generator base-url="/" model="vidu-q2" keep-results (video-ready)="tell($event)" />
      <realtime-voice base-url="/" model="rehearsal" modalities="text audio" [tools]="tools" />
    </main>
  `,
})
export class SitePage {
  readonly tools = [
    {
      name: 'local_time',
      description: 'The time of day on this device.',
      execute: () => new Date().toLocaleTimeString(),
    },
  ];

  tell({ task }: VideoReadyEvent): void {
    console.log(`Ready: ${task.prompt}`);
  }
}
