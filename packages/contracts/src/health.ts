import { type Static, Type } from 'typebox';
import { endpoint, publicAccess } from './endpoint.ts';
import { choice, named } from './schema/build.ts';
import { Timestamp } from './schema/common.ts';

export const Health = named('Health', {
  service: Type.String({ description: 'Name of the service: `parlance`.' }),
  environment: Type.String({ description: 'Name of the deployment, such as `production`.' }),
  version: Type.String({ description: 'Version of the software.' }),
  timestamp: Timestamp,
});
export type Health = Static<typeof Health>;

export const Readiness = named('Readiness', {
  status: choice(['ready'], {
    description: 'Always `ready`. A service that is not ready responds with a problem.',
  }),
  timestamp: Timestamp,
});
export type Readiness = Static<typeof Readiness>;

export const healthGet = endpoint({
  id: 'health.get',
  method: 'GET',
  path: '/health',
  summary: 'Reports that the process is running.',
  access: publicAccess,
  rate: 'free',
  data: Health,
});

export const healthReady = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/health/ready',
  summary:
    'Reports if the service is ready: its database accepts writes and has a free connection.',
  access: publicAccess,
  rate: 'free',
  data: Readiness,
  errors: ['service_unavailable'],
});
