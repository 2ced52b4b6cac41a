import { expect } from '@open-wc/testing';
import { vendor } from 'voxreel/dialects/vendor';
import { checkTransport } from 'voxreel/testing';
import { transports } from 'voxreel';

import { needing } from '../../../engines/lacks.js';

const service = (await (await fetch('/test-service.json')).json()) as { local: string; localKey: string };

for (const transport of transports.list())
  needing(...(transport.id === 'webrtc' ? ['webrtc' as const] : [])).it(
    `the ${transport.id} transport holds the contract of transports, with the local service`,
    async () => {
      const target = (token: string) => () => ({ baseUrl: service.local, model: 'rehearsal', token, names: vendor.names(undefined) });
      const refused = { refused: target('wrong'), refusedWith: transport.id === 'webrtc' ? 'invalid_api_key' : 'connection_failed' };
      expect((await checkTransport(transport, { target: target(service.localKey), ...refused })).join('\n')).to.equal('');
    },
  );
