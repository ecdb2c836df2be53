import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** An environment, or a whole project. */
export interface DeliveryTarget {
  readonly organizationId: string;
  readonly projectId: string;
  /** Id of the environment. Null for the whole project. */
  readonly environmentId: string | null;
}

/** Query of the requests for bundles in the last 24 hours. */
export const deliveryQuery = ({ organizationId, projectId, environmentId }: DeliveryTarget) =>
  queryOptions({
    queryKey: ['delivery', organizationId, projectId, environmentId],
    queryFn: async () => {
      const { environments, projects } = api(organizationId).i18n;
      const call =
        environmentId === null
          ? projects.delivery({ projectId })
          : environments.delivery({ projectId, environmentId });
      return (await call).data;
    },
    staleTime: 0,
  });

export async function setDelivery(
  { organizationId, projectId, environmentId }: DeliveryTarget,
  isStopped: boolean,
): Promise<void> {
  const { environments, projects } = api(organizationId).i18n;
  if (environmentId === null) {
    await projects[isStopped ? 'stopDelivery' : 'resumeDelivery']({ projectId });
  } else {
    const call = { projectId, environmentId };
    await environments[isStopped ? 'stopDelivery' : 'resumeDelivery'](call);
  }
}
