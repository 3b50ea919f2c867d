/** A plain proxy with kept connections, in one process, below the folder that it is started with. */
export const nginxConfig = ({ port, upstream }: { port: number; upstream: string }) => `
daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  proxy_buffers 16 8k;
  upstream canned { server ${upstream}; keepalive 128; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://canned; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`;

/**
 * The schema of Tailcall, which has no ids in paths. It executes each operation when it starts, without an upstream, so the fields of
 * the root are nullable.
 */
export const tailcallSchema = (names: { port: number; upstreamUrl: string; operations: string }) => `
schema
  @server(hostname: "127.0.0.1", port: ${names.port})
  @link(type: Operation, src: "${names.operations}") {
  query: Query
}

type Query {
  user(id: Int!): User
    @graphQL(url: "${names.upstreamUrl}", name: "user", args: [{ key: "id", value: "{{.args.id}}" }])
  users(first: Int!, offset: Int!): [User!]
    @graphQL(
      url: "${names.upstreamUrl}"
      name: "users"
      args: [{ key: "first", value: "{{.args.first}}" }, { key: "offset", value: "{{.args.offset}}" }]
    )
}

type User {
  id: ID!
  name: String!
  email: String!
  about: String
  createdAt: String!
  orders: [Order!]!
}

type Order {
  id: ID!
  status: String!
  total: Int!
}
`;

/**
 * Lists have a path of their own, because that of a user, `/users/$id`, matches `/users` as well, and arguments in it: version 1.6.14
 * makes null of those in the query.
 */
export const tailcallOperations = `
query getUser($id: Int!) @rest(method: GET, path: "/v1/users/$id") {
  user(id: $id) { id name email }
}

query listUsers($first: Int!, $offset: Int!) @rest(method: GET, path: "/v1/lists/$first/$offset") {
  users(first: $first, offset: $offset) { id name email about createdAt orders { id status total } }
}
`;
