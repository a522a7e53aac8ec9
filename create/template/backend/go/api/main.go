// An API that verifies access tokens with the issuer's public keys. ISSUER is
// site.origin of prichal.toml.
package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/golang-jwt/jwt/v4"
)

var client = http.Client{Timeout: 10 * time.Second}

// A JSON Web Key. golang-jwt does not parse this format.
type jwk struct {
	Kid, Kty, Crv, X, Y string
}

func (k jwk) key() (interface{}, error) {
	x, err := base64.RawURLEncoding.DecodeString(k.X)
	if err != nil {
		return nil, err
	}
	if k.Kty == "OKP" && k.Crv == "Ed25519" && len(x) == ed25519.PublicKeySize {
		return ed25519.PublicKey(x), nil
	}
	y, err := base64.RawURLEncoding.DecodeString(k.Y)
	if err != nil {
		return nil, err
	}
	point := ecdsa.PublicKey{Curve: elliptic.P256()}
	point.X = new(big.Int).SetBytes(x)
	point.Y = new(big.Int).SetBytes(y)
	isP256 := k.Kty == "EC" && k.Crv == "P-256"
	if !isP256 || !point.Curve.IsOnCurve(point.X, point.Y) {
		return nil, errors.New("not a key of P-256")
	}
	return &point, nil
}

// The issuer's public keys by their IDs.
type keySet struct {
	issuer  string
	mutex   sync.Mutex
	keys    map[string]interface{}
	fetched time.Time
}

// find returns a key. If the key is unknown, find fetches the keys again, at
// most once in ten seconds.
func (s *keySet) find(kid string) (interface{}, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if key, found := s.keys[kid]; found {
		return key, nil
	}
	if time.Since(s.fetched) > 10*time.Second {
		s.fetched = time.Now()
		if err := s.fetch(); err != nil {
			return nil, err
		}
	}
	if key, found := s.keys[kid]; found {
		return key, nil
	}
	return nil, errors.New("unknown key")
}

func (s *keySet) fetch() error {
	response, err := client.Get(s.issuer + "/.well-known/jwks.json")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var set struct{ Keys []jwk }
	if err := json.NewDecoder(response.Body).Decode(&set); err != nil {
		return err
	}
	s.keys = map[string]interface{}{}
	for _, each := range set.Keys {
		if key, err := each.key(); err == nil {
			s.keys[each.Kid] = key
		}
	}
	return nil
}

// callerOf returns the user's ID, or an error if the request has no valid token.
func callerOf(request *http.Request, keys *keySet) (string, error) {
	// "DPoP" if the session is bound to a key of the page, else "Bearer".
	text := request.Header.Get("Authorization")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "Bearer "), "DPoP ")
	parser := jwt.Parser{ValidMethods: []string{"ES256", "EdDSA"}}
	keyOf := func(token *jwt.Token) (interface{}, error) {
		if token.Header["typ"] != "at+jwt" {
			return nil, errors.New("not an access token")
		}
		kid, _ := token.Header["kid"].(string)
		return keys.find(kid)
	}
	claims := jwt.MapClaims{}
	if _, err := parser.ParseWithClaims(text, claims, keyOf); err != nil {
		return "", err
	}
	if !claims.VerifyExpiresAt(time.Now().Unix(), true) {
		return "", errors.New("no expiry")
	}
	if !claims.VerifyIssuer(keys.issuer, true) {
		return "", errors.New("wrong issuer")
	}
	if !claims.VerifyAudience(keys.issuer, true) {
		return "", errors.New("wrong audience")
	}
	user, _ := claims["sub"].(string)
	if user == "" {
		return "", errors.New("no user")
	}
	return user, nil
}

func setting(name, standard string) string {
	if value, found := os.LookupEnv(name); found {
		return value
	}
	return standard
}

func main() {
	keys := &keySet{issuer: setting("ISSUER", "http://localhost:5173")}
	address := "127.0.0.1:" + setting("PORT", "3000")
	api := func(response http.ResponseWriter, request *http.Request) {
		user, err := callerOf(request, keys)
		if err != nil {
			response.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(response, err.Error(), http.StatusUnauthorized)
			return
		}
		fmt.Fprintf(response, "Hello, %s\n", user)
	}
	fmt.Printf("the API listens at http://%s\n", address)
	if err := http.ListenAndServe(address, http.HandlerFunc(api)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
