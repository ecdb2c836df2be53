import type { AsyncRouteComponent } from '@tanstack/react-router';

type Preloaded = Pick<AsyncRouteComponent<object>, 'preload'>;

/**
 * Returns a component for a page that the router loads in parallel with the data of the route. With `React.lazy`, the
 * page would appear 300 ms later, because React delays the replacement of a fallback.
 */
export const withPage = <Component extends () => React.ReactNode>(
  page: Preloaded,
  component: Component,
): Component & Preloaded => Object.assign(component, { preload: page.preload });
