/** Requests that send a file, in languages for which httpsnippet sends only its name. */

/** Makes an idempotency key, with the standard library of each language. */
export const newKey = {
  php: 'bin2hex(random_bytes(16))',
  ruby: 'SecureRandom.uuid',
  go: 'rand.Text()',
} as const;

export interface SentFile {
  method: string;
  url: string;
  /** Of the form. */
  field: string;
  name: string;
  contentType: string;
}

export const inPhp = ({ method, url, field, name, contentType }: SentFile): string => `<?php

$curl = curl_init();

curl_setopt_array($curl, [
  CURLOPT_URL => "${url}",
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_CUSTOMREQUEST => "${method}",
  CURLOPT_POSTFIELDS => ["${field}" => new CURLFile("${name}", "${contentType}")],
  CURLOPT_HTTPHEADER => [
    "Authorization: Bearer " . getenv("KEY"),
    "Idempotency-Key: " . ${newKey.php},
  ],
]);

echo curl_exec($curl);`;

export const inRuby = ({ method, url, field, name, contentType }: SentFile): string => `require 'securerandom'
require 'uri'
require 'net/http'

url = URI("${url}")

http = Net::HTTP.new(url.host, url.port)
http.use_ssl = url.scheme == 'https'

request = Net::HTTP::${method.charAt(0)}${method.slice(1).toLowerCase()}.new(url)
request["Authorization"] = "Bearer #{ENV['KEY']}"
request["Idempotency-Key"] = ${newKey.ruby}
request.set_form(
  [['${field}', File.open('${name}', 'rb'), { content_type: '${contentType}' }]],
  'multipart/form-data'
)

response = http.request(request)
puts response.read_body`;

export const inGo = ({ method, url, field, name, contentType }: SentFile): string => `package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
)

func main() {

	file, _ := os.ReadFile("${name}")

	body := &bytes.Buffer{}
	form := multipart.NewWriter(body)
	part, _ := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {\`form-data; name="${field}"; filename="${name}"\`},
		"Content-Type":        {"${contentType}"},
	})
	part.Write(file)
	form.Close()

	req, _ := http.NewRequest("${method}", "${url}", body)

	req.Header.Add("Authorization", "Bearer "+os.Getenv("KEY"))
	req.Header.Add("Content-Type", form.FormDataContentType())
	req.Header.Add("Idempotency-Key", ${newKey.go})

	res, _ := http.DefaultClient.Do(req)

	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)

	fmt.Println(string(answer))

}`;
