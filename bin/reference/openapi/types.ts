/** The parts of OpenAPI 3.1 that the document has. */
import type { JsonSchema } from './json-schema.ts';

export interface Reference {
  $ref: string;
}

export interface OpenApiHeader {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

export interface Media {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
}

export interface OpenApiResponse {
  description: string;
  headers: Record<string, OpenApiHeader | Reference>;
  content?: Record<string, Media>;
  links?: Record<string, OpenApiLink>;
}

/** An operation that can follow: its path parameters as runtime expressions. */
export interface OpenApiLink {
  operationId: string;
  description: string;
  parameters: Record<string, string>;
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: object[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, OpenApiResponse | Reference>;
  externalDocs: { description: string; url: string };
  'x-codeSamples': { lang: string; label: string; source: string }[];
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: object;
  servers: object[];
  security: object[];
  tags: { name: string; description: string; externalDocs: { description: string; url: string } }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, OpenApiHeader>;
    responses: Record<string, OpenApiResponse>;
    securitySchemes: object;
  };
}
