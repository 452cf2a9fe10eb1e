import { z } from 'zod';
import { JsonObject } from '../../../shared/json-object';
import type { ElicitationRequest, Elicited } from '../elicitation';
import { maybe, text } from './fields';

export const Elicitation = z.looseObject({
  subtype: z.literal('elicitation'),
  mcp_server_name: z.string().min(1),
  message: text,
  mode: text,
  requested_schema: maybe(JsonObject),
  property_order: maybe(z.array(z.string())),
  url: text,
  elicitation_id: text,
  title: text,
  description: text,
});
type Elicitation = z.infer<typeof Elicitation>;

/** A request that lacks what it needs is read all the same, because the person should hear of it. */
export function toElicitationRequest(body: Elicitation): ElicitationRequest {
  return {
    server: body.mcp_server_name,
    message: body.message ?? '',
    title: body.title ?? null,
    description: body.description ?? null,
    wants: readWants(body),
  };
}

function readWants({ mode, requested_schema: schema, property_order, url, elicitation_id }: Elicitation): Elicited {
  switch (mode ?? 'form') {
    case 'form':
      return schema
        ? { mode: 'form', schema, order: property_order ?? [] }
        : { mode: 'unknown', problem: 'it does not say what it asks for' };
    case 'url':
      return url ? { mode: 'url', url, id: elicitation_id ?? null } : { mode: 'unknown', problem: 'it names no page' };
    default:
      return { mode: 'unknown', problem: 'this kind of request is not known yet' };
  }
}
