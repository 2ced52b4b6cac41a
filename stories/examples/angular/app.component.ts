// Both elements in Angular: the schema lets their tags through, `[tools]` sets a property, `(video-ready)` listens, a ViewChild has the methods.
import 'voxreel/define';
import type { VoiceToolCallEvent } from 'voxreel/realtime-voice';
import type { VideoErrorEvent, VideoGenerator, VideoReadyEvent } from 'voxreel/video-generator';
import { Component, CUSTOM_ELEMENTS_SCHEMA, type ElementRef, signal, ViewChild } from '@angular/core';

import { clock } from '../clock';

@Component({
  selector: 'voxreel-app',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <form (submit)="make($event)">
        <input aria-label="Idea" [value]="prompt()" (input)="prompt.set(idea.value)" #idea />
        <button>Make it</button>
      </form>
      <video-generator #generator base-url="/" model="vidu-q2" (video-ready)="ready($event)" (video-error)="failed($event)" />
      <realtime-voice base-url="/" model="rehearsal" modalities="text" [tools]="tools" (voice-tool-call)="called($event)" />
      <ul>
        @for (line of news(); track $index) {
          <li>{{ line }}</li>
        }
      </ul>
    </main>
  `,
})
export class AppComponent {
  @ViewChild('generator') generator?: ElementRef<VideoGenerator>;
  readonly prompt = signal('');
  readonly news = signal<readonly string[]>([]);
  readonly tools = [clock];

  make(event: Event): void {
    event.preventDefault();
    void this.generator?.nativeElement.generate({ prompt: this.prompt(), duration: 2 });
  }

  ready({ task }: VideoReadyEvent): void {
    this.tell(`Ready: ${task.prompt}`);
  }

  failed({ error }: VideoErrorEvent): void {
    this.tell(error.message);
  }

  called({ name }: VoiceToolCallEvent): void {
    this.tell(`Called: ${name}`);
  }

  private tell(line: string): void {
    this.news.update((lines) => [...lines, line]);
  }
}
