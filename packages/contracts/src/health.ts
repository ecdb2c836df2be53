import { type Static, Type } from 'typebox';
import { endpoint, publicAccess } from './endpoint.ts';
import { choice, named } from './schema/build.ts';
import { Timestamp } from './schema/common.ts';

export const Health = named('Health', {
  service: Type.String({ description: '`parlance`.' }),
  environment: Type.String({ description: 'The deployment, such as `production`.' }),
  version: Type.String({ description: 'Of the software.' }),
  timestamp: Timestamp,
});
export type Health = Static<typeof Health>;

export const Readiness = named('Readiness', {
  status: choice(['ready'], { description: 'Else the answer is a problem.' }),
  timestamp: Timestamp,
});
export type Readiness = Static<typeof Readiness>;

export const healthGet = endpoint({
  id: 'health.get',
  method: 'GET',
  path: '/health',
  summary: 'Says that the service is reachable.',
  access: publicAccess,
  rate: 'free',
  data: Health,
});

export const healthReady = endpoint({
  id: 'health.ready',
  method: 'GET',
  path: '/health/ready',
  summary:
    'Says whether the service can serve everything: its database takes changes and has a free connection.',
  access: publicAccess,
  rate: 'free',
  data: Readiness,
  errors: ['service_unavailable'],
});
