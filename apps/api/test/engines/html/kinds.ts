import { createAmazon } from '../../../src/providers/mt/amazon.ts';
import { createAzure } from '../../../src/providers/mt/azure.ts';
import { createGoogle } from '../../../src/providers/mt/google.ts';
import { type AmazonServer, REGION, startAmazonServer } from './amazon-server.ts';
import {
  type AzureServer,
  type AzureServerOptions,
  REFUSED_CHARACTER,
  startAzureServer,
} from './azure-server.ts';
import type { HtmlEngineKind } from './describe-html-engine.ts';
import { LOST_WORD } from './fake-html.ts';
import { type GoogleServer, startGoogleServer } from './google-server.ts';

export const AZURE: HtmlEngineKind<AzureServer, Partial<AzureServerOptions>> = {
  id: 'azure',
  start: startAzureServer,
  create: (server, context, timing, settings) =>
    createAzure(
      { AZURE_TRANSLATOR_KEY: server.key, AZURE_TRANSLATOR_URL: server.url, ...settings },
      context,
      timing,
    ),
  failingBody: `a control ${REFUSED_CHARACTER} character`,
  secretsOf: ({ key }) => [key],
};

export const GOOGLE: HtmlEngineKind<GoogleServer, undefined> = {
  id: 'google',
  start: startGoogleServer,
  create: (server, context, timing, settings) =>
    createGoogle(
      {
        GOOGLE_TRANSLATE_CREDENTIALS: server.credentials,
        GOOGLE_TRANSLATE_URL: server.url,
        GOOGLE_STORAGE_URL: server.url,
        ...settings,
      },
      context,
      timing,
    ),
  failingBody: `The ${LOST_WORD} is here.`,
  secretsOf: ({ tokens }) => [...tokens].slice(-1),
};

export const AMAZON: HtmlEngineKind<AmazonServer, undefined> = {
  id: 'amazon',
  start: startAmazonServer,
  create: (server, context, timing, settings) =>
    createAmazon(
      {
        AMAZON_TRANSLATE_KEY_ID: server.keyId,
        AMAZON_TRANSLATE_SECRET: server.secret,
        AMAZON_TRANSLATE_REGION: REGION,
        AMAZON_TRANSLATE_URL: server.url,
        ...settings,
      },
      context,
      timing,
    ),
  failingBody: `The ${LOST_WORD} is here.`,
  secretsOf: ({ secret }) => [secret],
};
