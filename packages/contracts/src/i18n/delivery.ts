import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { named } from '../schema/build.ts';
import { counting } from '../schema/common.ts';
import { Environment, environmentParams } from './environments.ts';
import { Project, projectParams } from './projects.ts';

export const Delivery = named(
  'Delivery',
  {
    isStopped: Type.Boolean({
      description:
        'True if requests for bundles get 410, because delivery of the environment or of its project was stopped.',
    }),
    requestsLastDay: counting(
      'Minimum number of requests for bundles in the last 24 hours. The service adds new requests once a minute.',
    ),
    hasOtherReaders: Type.Boolean({
      description:
        'True if apps may also read from a bundle store or a CDN, whose requests are not counted.',
    }),
  },
  'What apps read from a project or an environment.',
);
export type Delivery = Static<typeof Delivery>;

export const i18nProjectsDelivery = endpoint({
  id: 'i18n.projects.delivery',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/delivery',
  summary: 'Returns how many requests for bundles a project had in the last day.',
  access: scoped('releases:read'),
  params: projectParams,
  data: Delivery,
});

export const i18nProjectsStopDelivery = endpoint({
  id: 'i18n.projects.stop-delivery',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/stop-delivery',
  summary: 'Stops the delivery of all environments of a project. Apps then get 410 for bundles.',
  access: scoped('releases:write'),
  params: projectParams,
  data: Project,
});

export const i18nProjectsResumeDelivery = endpoint({
  id: 'i18n.projects.resume-delivery',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/resume-delivery',
  summary:
    'Resumes the delivery of a project, except that of environments which were stopped themselves.',
  access: scoped('releases:write'),
  params: projectParams,
  data: Project,
});

export const i18nEnvironmentsDelivery = endpoint({
  id: 'i18n.environments.delivery',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/environments/:environmentId/delivery',
  summary: 'Returns how many requests for bundles an environment had in the last day.',
  access: scoped('releases:read'),
  params: environmentParams,
  data: Delivery,
});

export const i18nEnvironmentsStopDelivery = endpoint({
  id: 'i18n.environments.stop-delivery',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/environments/:environmentId/stop-delivery',
  summary: 'Stops the delivery of an environment. Apps then get 410 for bundles.',
  access: scoped('releases:write'),
  params: environmentParams,
  data: Environment,
});

export const i18nEnvironmentsResumeDelivery = endpoint({
  id: 'i18n.environments.resume-delivery',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/environments/:environmentId/resume-delivery',
  summary: 'Resumes the delivery of an environment. It stays stopped while the project is stopped.',
  access: scoped('releases:write'),
  params: environmentParams,
  data: Environment,
});
