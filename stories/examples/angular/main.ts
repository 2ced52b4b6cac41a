import '@angular/compiler'; // compiles in the browser; the Angular CLI compiles ahead and needs no such line
import { bootstrapApplication } from '@angular/platform-browser';

import { AppComponent } from './app.component';

export const app = await bootstrapApplication(AppComponent);
