import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { restrictSearch } from '../../lib/address/restrict-search.ts';
import { organizationRoute } from './organization.route.tsx';
import { withPage } from './with-page.ts';

const LazyUsagePage = lazyRouteComponent(
  () => import('../../features/usage/usage.page.tsx'),
  'UsagePage',
);

/** The parameters that the payment provider adds to the address of a returning buyer. */
export interface CheckoutAddress {
  readonly checkout?: 'approved' | 'cancelled';
  /** Id of the order. */
  readonly token?: string;
}

export function checkoutAddress(search: Record<string, unknown>): CheckoutAddress {
  const { checkout, token } = search;
  if (checkout !== 'approved' && checkout !== 'cancelled') return {};
  return { checkout, ...(typeof token === 'string' && { token }) };
}

const usageRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'usage',
  validateSearch: restrictSearch(checkoutAddress),
  loader: async ({ context: { queryClient: queries, organization } }) => {
    const { billingQuery } = await import('../../features/usage/usage.queries.ts');
    await queries.ensureQueryData(billingQuery(organization.id));
  },
  component: withPage(LazyUsagePage, function Usage() {
    const { organization } = organizationRoute.useRouteContext();
    const { checkout, token } = usageRoute.useSearch();
    return (
      <LazyUsagePage
        key={organization.id}
        organizationId={organization.id}
        checkout={
          checkout === undefined
            ? null
            : { outcome: checkout, ...(token !== undefined && { orderId: token }) }
        }
      />
    );
  }),
});

export const usageRoutes = [usageRoute] as const;
