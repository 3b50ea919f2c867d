// Clients of the SDK, over the function of the Fetch standard or over HTTP.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

export interface Connection {
  token?: string;
  headers?: Record<string, string>;
  fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** Connects to the tools at an address. */
export async function connect(address: string, { token, headers = {}, fetch }: Connection = {}): Promise<Client> {
  const jsonSchemaValidator = new AjvJsonSchemaValidator(
    addFormats.default(new Ajv2020({ strict: false, logger: false })),
  );
  const client = new Client({ name: 'agent', version: '1.0.0' }, { jsonSchemaValidator });
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers } },
    ...(fetch && { fetch }),
  });
  await client.connect(transport as Transport);
  return client;
}

/** The text of a result. */
export function textOf({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  const [only] = content as { text: string }[];
  return only!.text;
}
