import type { AsyncRouteComponent } from '@tanstack/react-router';

type Preloaded = Pick<AsyncRouteComponent<object>, 'preload'>;

/**
 * Makes a component of a route that draws a lazy page. The router loads the page with the data of the route. Without
 * that, React would meet the page while it draws, and show it 300 ms later (its throttle of fallbacks).
 */
export const withPage = <Component extends () => React.ReactNode>(
  page: Preloaded,
  component: Component,
): Component & Preloaded => Object.assign(component, { preload: page.preload });
