import 'voxreel/define';
import { bootstrapApplication } from '@angular/platform-browser';

import { SitePage } from './site-page';

void bootstrapApplication(SitePage);
