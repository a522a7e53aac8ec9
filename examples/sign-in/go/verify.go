// Verifies access tokens by the issuer's published keys: go run verify.go ISSUER < TOKENS
package main

import (
	"bufio"
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

	"github.com/golang-jwt/jwt/v4"
)

// What golang-jwt leaves to its callers: a JSON Web Key as a key of Go.
type jwk struct {
	Kid, Kty, Crv, X, Y string
}

func (k jwk) key() (interface{}, error) {
	x, err := base64.RawURLEncoding.DecodeString(k.X)
	if err != nil {
		return nil, err
	}
	if k.Kty == "OKP" && k.Crv == "Ed25519" {
		return ed25519.PublicKey(x), nil
	}
	y, err := base64.RawURLEncoding.DecodeString(k.Y)
	if err != nil {
		return nil, err
	}
	point := ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
	if k.Kty != "EC" || k.Crv != "P-256" || !point.Curve.IsOnCurve(point.X, point.Y) {
		return nil, errors.New("not a key of P-256")
	}
	return &point, nil
}

// Asked for once here; a back end asks again when a token names a key that it does not have, but not
// more often than once a minute.
func fetchKeys(issuer string) (map[string]interface{}, error) {
	response, err := http.Get(issuer + "/.well-known/jwks.json")
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var set struct{ Keys []jwk }
	if err := json.NewDecoder(response.Body).Decode(&set); err != nil {
		return nil, err
	}
	keys := map[string]interface{}{}
	for _, each := range set.Keys {
		if key, err := each.key(); err == nil {
			keys[each.Kid] = key
		}
	}
	return keys, nil
}

func verify(text, issuer string, keys map[string]interface{}) (string, error) {
	parser := jwt.Parser{ValidMethods: []string{"ES256", "EdDSA"}}
	token, err := parser.ParseWithClaims(text, jwt.MapClaims{}, func(token *jwt.Token) (interface{}, error) {
		if token.Header["typ"] != "at+jwt" {
			return nil, errors.New("not an access token")
		}
		kid, _ := token.Header["kid"].(string)
		if key, found := keys[kid]; found {
			return key, nil
		}
		return nil, errors.New("signed by a key that the issuer does not publish")
	})
	if err != nil {
		return "", err
	}
	claims := token.Claims.(jwt.MapClaims)
	if !claims.VerifyIssuer(issuer, true) || !claims.VerifyAudience(issuer, true) {
		return "", errors.New("of another issuer, or for another audience")
	}
	user, _ := claims["sub"].(string)
	return user, nil
}

func main() {
	issuer := os.Args[1]
	keys, err := fetchKeys(issuer)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for tokens := bufio.NewScanner(os.Stdin); tokens.Scan(); {
		if user, err := verify(tokens.Text(), issuer, keys); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println("ok", user)
		}
	}
}
