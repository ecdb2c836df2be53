/**
 * Types for the parts of an OpenAPI 3.1 document that the service uses
 * (spec.openapis.org/oas/v3.1.1).
 */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A schema of JSON Schema 2020-12. */
export interface Schema {
  [keyword: string]: Json | undefined;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  style?: 'form';
  explode?: boolean;
}

export interface MediaType {
  schema: Schema;
  example?: Json;
}

export interface RequestBody {
  required: boolean;
  description: string;
  content: Record<string, MediaType>;
  /**
   * Maximum size of the body in bytes. It applies to the body as sent and to the decompressed body.
   */
  'x-body-limit': number;
}

export interface Header {
  description: string;
  schema: Schema;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
  'x-codes'?: string[];
}

export type SecurityRequirement = Record<string, string[]>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject | Reference>;
}

export interface CatalogEntry {
  status: number;
  title: string;
  description: string;
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string; url: string };
    license: Record<string, string>;
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseObject>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, Schema>;
  };
  /** All limits of the service by name. Sizes are in bytes, and lengths are in code points. */
  'x-limits': Record<string, number>;
  'x-errors': Record<string, CatalogEntry>;
}
