import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const LazyDeliveryControl = lazyRouteComponent(
  () => import('../../features/delivery/delivery-control.tsx'),
  'DeliveryControl',
);

interface Project {
  readonly organizationId: string;
  readonly id: string;
}

interface Delivered {
  readonly name: string;
  readonly deliveryStoppedAt: string | null;
}

/** Shows the delivery of a project, with a button that stops or resumes it. */
export const showProjectDelivery = (project: Project & Delivered): ReactNode => (
  <LazyDeliveryControl
    organizationId={project.organizationId}
    projectId={project.id}
    environmentId={null}
    name={project.name}
    stoppedAt={project.deliveryStoppedAt}
  />
);

/** Returns a function that shows the delivery of an environment of a project. */
export const deliveryOf =
  (organizationId: string, projectId: string) =>
  ({ id, name, deliveryStoppedAt }: Delivered & { readonly id: string }): ReactNode => (
    <LazyDeliveryControl
      organizationId={organizationId}
      projectId={projectId}
      environmentId={id}
      name={name}
      stoppedAt={deliveryStoppedAt}
    />
  );
