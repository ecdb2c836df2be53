import type { AsyncRouteComponent } from '@tanstack/react-router';

type Preloaded = Pick<AsyncRouteComponent<object>, 'preload'>;

/**
 * Returns a component that renders a lazy page which the router loads together with the data of the route. Otherwise
 * React would discover the page while rendering, and show it 300 ms later (its throttle of fallbacks).
 */
export const withPage = <Component extends () => React.ReactNode>(
  page: Preloaded,
  component: Component,
): Component & Preloaded => Object.assign(component, { preload: page.preload });
