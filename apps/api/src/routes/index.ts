import type { Route } from '../http/route.ts';
import { apiKeysCreateRoute } from './api-keys/create.ts';
import { apiKeysDeleteRoute } from './api-keys/delete.ts';
import { apiKeysListRoute } from './api-keys/list.ts';
import { authSessionRoute } from './auth/session.ts';
import { authSignInRoute } from './auth/sign-in.ts';
import { authSignOutRoute } from './auth/sign-out.ts';
import { authSignUpRoute } from './auth/sign-up.ts';
import { authVerifyEmailRoute } from './auth/verify-email.ts';
import { healthGetRoute } from './health/get.ts';
import { healthReadyRoute } from './health/ready.ts';
import { i18nBundlesGetRoute } from './i18n/bundles.get.ts';
import { i18nProjectsCreateRoute } from './i18n/projects.create.ts';
import { i18nProjectsGetRoute } from './i18n/projects.get.ts';
import { i18nProjectsImportRoute } from './i18n/projects.import.ts';
import { i18nProjectsListRoute } from './i18n/projects.list.ts';
import { i18nReleasesCreateRoute } from './i18n/releases.create.ts';
import { i18nReleasesDiffRoute } from './i18n/releases.diff.ts';
import { i18nReleasesGetRoute } from './i18n/releases.get.ts';
import { i18nReleasesListRoute } from './i18n/releases.list.ts';
import { usersMeGetRoute } from './users/me.get.ts';

/** Every route that is served. */
export const ROUTES: readonly Route[] = [
  healthGetRoute,
  healthReadyRoute,
  authSignUpRoute,
  authVerifyEmailRoute,
  authSignInRoute,
  authSignOutRoute,
  authSessionRoute,
  usersMeGetRoute,
  apiKeysListRoute,
  apiKeysCreateRoute,
  apiKeysDeleteRoute,
  i18nProjectsListRoute,
  i18nProjectsCreateRoute,
  i18nProjectsGetRoute,
  i18nProjectsImportRoute,
  i18nReleasesListRoute,
  i18nReleasesCreateRoute,
  i18nReleasesGetRoute,
  i18nReleasesDiffRoute,
  i18nBundlesGetRoute,
];
