import type { TranslateCall } from '../engine.ts';
import { HttpClient } from '../http/http.ts';
import type { ModelClient, ModelClientOptions } from '../model/model-engine.ts';
import { buildMessages, type PromptItem } from '../model/prompt.ts';
import { explainGeminiError, LABEL, readGeneration } from './answer.ts';

export interface GenerationsOptions extends ModelClientOptions {
  readonly key: string;
}

/** Requests generated content in the JSON schema of an answer. */
export class Generations implements ModelClient {
  readonly #options: GenerationsOptions;
  readonly #client: HttpClient;

  constructor(options: GenerationsOptions) {
    const { baseUrl, key, context, limits } = options;
    this.#options = options;
    this.#client = new HttpClient({
      label: LABEL,
      baseUrl,
      context,
      headers: { 'x-goog-api-key': key },
      secrets: [key],
      timeoutMs: limits.timeoutMs,
      explain: explainGeminiError,
    });
  }

  async complete(call: TranslateCall, items: readonly PromptItem[]): Promise<string> {
    const { model, limits } = this.#options;
    const [system, user] = buildMessages(call, items, limits.maxBatchLength);
    const { body } = await this.#client.request({
      method: 'POST',
      path: `/v1beta/models/${model}:generateContent`,
      body: {
        systemInstruction: { parts: [{ text: system!.content }] },
        contents: [{ role: 'user', parts: [{ text: user!.content }] }],
        // Sends no temperature: with a lower one than their default, newer models repeat themselves
        // (ai.google.dev, "Gemini 3").
        generationConfig: {
          responseMimeType: 'application/json',
          responseSchema: buildSchema(items.map(({ id }) => id)),
        },
      },
      signal: call.signal,
      onRequest: call.onRequest,
    });
    return readGeneration(body);
  }

  close(): void {
    this.#client.close();
  }
}

/**
 * Returns the schema of an answer in the service's subset of OpenAPI, which lacks
 * `additionalProperties` (ai.google.dev, "Schema").
 */
const buildSchema = (ids: readonly string[]) => ({
  type: 'OBJECT',
  required: ['items'],
  properties: {
    items: {
      type: 'ARRAY',
      items: {
        type: 'OBJECT',
        required: ['id', 'text'],
        propertyOrdering: ['id', 'text'],
        properties: { id: { type: 'STRING', enum: ids }, text: { type: 'STRING' } },
      },
    },
  },
});
